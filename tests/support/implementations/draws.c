/* The GNU C Library; musl where musl-gcc compiles it. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char way[64], state[128];
  long seed, skipped, stride, count, n;
  while (scanf("%63s %ld %ld %ld %ld %ld", way, &n, &seed, &skipped, &stride, &count) == 6) {
    srand(seed);
#ifdef __GLIBC__
    srand48(seed);
    initstate(seed, state, strncmp(way, "small-", 6) ? 128 : 8);
#endif
    for (long i = 0, last = skipped + (count - 1) * stride; i <= last; i++) {
      long outcome = 0;
      if (!strcmp(way, "scaled")) outcome = rand() / (RAND_MAX + 1.0) * n;
      else if (!strcmp(way, "remainder")) outcome = rand() % n;
#ifdef __GLIBC__
      else if (!strcmp(way, "small-scaled")) outcome = random() / (RAND_MAX + 1.0) * n;
      else if (!strcmp(way, "small-remainder")) outcome = random() % n;
      else if (!strcmp(way, "drand48")) outcome = drand48() * n;
      else if (!strcmp(way, "lrand48")) outcome = lrand48() % n;
#endif
      else return 1;
      if (i >= skipped && (i - skipped) % stride == 0) printf("%ld ", outcome);
    }
    puts("");
  }
}
