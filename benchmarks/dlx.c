/* Knuth's Algorithm X by dancing links: counts the exact covers of the instance on the input.

   Each line is an option: the names of its items, apart by blanks. Branches on the item with the
   fewest options left. Prints the count and the processor seconds of reading and searching. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_ITEMS = 4096, MOST_NODES = 1 << 20, LONGEST = 1 << 16 };

static char *names[MOST_ITEMS];
static int left[MOST_ITEMS], right[MOST_ITEMS], size[MOST_ITEMS];
static int up[MOST_NODES], down[MOST_NODES], item[MOST_NODES], first[MOST_NODES], last[MOST_NODES];
static int items, nodes;
static unsigned long long found;

/* Item k has the node k as the head of its list; item 0 is the head of the list of items. */
static int number_of(const char *name) {
    for (int k = 1; k <= items; k++)
        if (strcmp(names[k], name) == 0) return k;
    names[++items] = strdup(name);
    return items;
}

static void cover(int i) {
    left[right[i]] = left[i];
    right[left[i]] = right[i];
    for (int p = down[i]; p != i; p = down[p])
        for (int q = first[p]; q <= last[p]; q++)
            if (q != p) {
                up[down[q]] = up[q];
                down[up[q]] = down[q];
                size[item[q]]--;
            }
}

static void uncover(int i) {
    for (int p = up[i]; p != i; p = up[p])
        for (int q = last[p]; q >= first[p]; q--)
            if (q != p) {
                up[down[q]] = q;
                down[up[q]] = q;
                size[item[q]]++;
            }
    left[right[i]] = i;
    right[left[i]] = i;
}

static void search(void) {
    if (right[0] == 0) {
        found++;
        return;
    }
    int best = right[0];
    for (int i = right[best]; i; i = right[i])
        if (size[i] < size[best]) best = i;
    if (size[best] == 0) return;
    cover(best);
    for (int p = down[best]; p != best; p = down[p]) {
        for (int q = first[p]; q <= last[p]; q++)
            if (q != p) cover(item[q]);
        search();
        for (int q = last[p]; q >= first[p]; q--)
            if (q != p) uncover(item[q]);
    }
    uncover(best);
}

static void link_up(void) {
    for (int i = 0; i <= items; i++) {
        left[i] = i ? i - 1 : items;
        right[i] = i < items ? i + 1 : 0;
        up[i] = down[i] = i;
    }
    for (int p = MOST_ITEMS; p < nodes; p++) {
        int i = item[p];
        up[p] = up[i];
        down[p] = i;
        down[up[i]] = p;
        up[i] = p;
        size[i]++;
    }
}

int main(void) {
    static char line[LONGEST];
    nodes = MOST_ITEMS;
    while (fgets(line, sizeof line, stdin)) {
        int begin = nodes;
        for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n")) {
            if (nodes == MOST_NODES || items == MOST_ITEMS - 1) return 2;
            item[nodes++] = number_of(word);
        }
        for (int p = begin; p < nodes; p++) {
            first[p] = begin;
            last[p] = nodes - 1;
        }
    }
    link_up();
    search();
    printf("%llu %.6f\n", found, (double)clock() / CLOCKS_PER_SEC);
    return 0;
}
