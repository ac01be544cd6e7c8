/* The GNU Scientific Library, loaded without its headers. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int arguments, char **argument) {
  void *library = dlopen(argument[1], RTLD_LAZY | RTLD_GLOBAL);
  if (!library) return 2;
  void *(*alloc)(void *) = dlsym(library, "gsl_rng_alloc");
  void (*set)(void *, unsigned long) = dlsym(library, "gsl_rng_set");
  unsigned long (*get)(void *) = dlsym(library, "gsl_rng_get");
  unsigned long (*below)(void *, unsigned long) = dlsym(library, "gsl_rng_uniform_int");
  void (*shuffle)(void *, void *, size_t, size_t) = dlsym(library, "gsl_ran_shuffle");
  double (*uniform)(void *) = dlsym(library, "gsl_rng_uniform");
  char way[64], name[80];
  long seed, skipped, stride, count, n, deck[256];
  while (scanf("%63s %ld %ld %ld %ld %ld", way, &n, &seed, &skipped, &stride, &count) == 6) {
    char *call = strchr(way, '/');
    *call++ = 0;
    snprintf(name, sizeof name, "gsl_rng_%s", way);
    void **kind = dlsym(library, name), *random = alloc(*kind);
    set(random, seed);
    for (long i = 0, last = skipped + (count - 1) * stride; i <= last; i++) {
      long outcome = 0;
      if (!strcmp(call, "below")) outcome = below(random, n);
      else if (!strcmp(call, "uniform")) outcome = uniform(random) * n;
      else if (!strcmp(call, "remainder")) outcome = get(random) % n;
      else if (!strcmp(call, "halved")) outcome = (get(random) >> 1) % n;
      else if (!strcmp(call, "scaled")) outcome = get(random) * n >> 32;
      else if (!strcmp(call, "shuffle")) {
        for (long card = 0; i % n == 0 && card < n; card++) deck[card] = card;
        if (i % n == 0) shuffle(random, deck, n, sizeof *deck);
        outcome = deck[i % n];
      } else return 1;
      if (i >= skipped && (i - skipped) % stride == 0) printf("%ld ", outcome);
    }
    puts("");
  }
}
