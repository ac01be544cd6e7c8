use List::Util 'shuffle';
while (<STDIN>) {
    my ($way, $n, $seed, $skipped, $stride, $count) = split;
    srand($seed);
    my @deck;
    for my $i (0 .. $skipped + ($count - 1) * $stride) {
        @deck = shuffle 0 .. $n - 1 if $way eq 'shuffle' && !@deck;
        my $outcome = @deck ? shift @deck : int(rand($n));
        print $outcome, ' ' if $i >= $skipped && ($i - $skipped) % $stride == 0;
    }
    print "\n";
}
