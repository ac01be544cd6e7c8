while (<STDIN>) {
    my ($way, $n, $seed, $skipped, $stride, $count) = split;
    srand($seed);
    for my $i (0 .. $skipped + ($count - 1) * $stride) {
        my $outcome = int(rand($n));
        print $outcome, ' ' if $i >= $skipped && ($i - $skipped) % $stride == 0;
    }
    print "\n";
}
