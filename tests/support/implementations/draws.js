// V8, each line in a context with a state of its own; and seedrandom.
for (const line of require('fs').readFileSync(0, 'utf8').trim().split('\n')) {
  const [way, ...numbers] = line.split(' ');
  const [n, seed, skipped, stride, count] = numbers.map(Number);
  let random;
  if (way === 'seedrandom') random = require('seedrandom').xor128(seed);
  else random = require('vm').runInNewContext('Math.random');
  const outcomes = [];
  for (let i = 0; i <= skipped + (count - 1) * stride; i++) {
    const outcome = Math.floor(random() * n);
    if (i >= skipped && (i - skipped) % stride === 0) outcomes.push(outcome);
  }
  console.log(outcomes.join(' '));
}
