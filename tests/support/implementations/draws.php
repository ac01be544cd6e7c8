<?php
while (preg_match('/^(\S+) (\d+) (\d+) (\d+) (\d+) (\d+)/', (string) fgets(STDIN), $line)) {
    [, $way, $n, $seed, $skipped, $stride, $count] = $line;
    mt_srand((int) $seed);
    $outcomes = [];
    for ($i = 0, $last = $skipped + ($count - 1) * $stride; $i <= $last; $i++) {
        $outcome = $way === 'range' ? mt_rand(0, $n - 1) : mt_rand() % $n;
        if ($i >= $skipped && ($i - $skipped) % $stride === 0) $outcomes[] = $outcome;
    }
    echo implode(' ', $outcomes), "\n";
}
