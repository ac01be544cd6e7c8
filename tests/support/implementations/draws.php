<?php
while (preg_match('/^(\S+) (\d+) (\d+) (\d+) (\d+) (\d+)/', (string) fgets(STDIN), $line)) {
    [, $way, $n, $seed, $skipped, $stride, $count] = $line;
    mt_srand((int) $seed);
    $outcomes = $deck = [];
    for ($i = 0, $last = $skipped + ($count - 1) * $stride; $i <= $last; $i++) {
        if ($way === 'shuffle' && !$deck) {
            $deck = range(0, $n - 1);
            shuffle($deck);
        }
        $outcome = $way === 'shuffle' ? array_shift($deck) : ($way === 'range' ? mt_rand(0, $n - 1) : mt_rand() % $n);
        if ($i >= $skipped && ($i - $skipped) % $stride === 0) $outcomes[] = $outcome;
    }
    echo implode(' ', $outcomes), "\n";
}
