/* The queens of a board, row by row, in three words of bits: the yardstick of the benchmarks.
 *
 *     cc -O3 -march=native -o queens queens.c
 *     queens whole 14      count on the whole board
 *     queens half 14       count by the mirror: the first queen on the left half, doubled
 *     queens write 14      write every solution as bytes, one column a row, into a buffer
 *
 * It prints the number of solutions and the seconds of processor time.
 *
 * Bit c of `columns`, `rising` and `falling` says that column c of the row to come is attacked by a
 * queen above: straight down, or along a diagonal. From a row to the next the one diagonal word
 * moves up by a bit, the other down; that is all there is to know about the rows above.
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 24, BUFFER = 1 << 14 };

typedef uint32_t Word;

static Word board;

/* The solutions below a position, with `rows` rows to come, two or more. */
static uint64_t below(int rows, Word columns, Word rising, Word falling)
{
    uint64_t found = 0;
    for (Word free = board & ~(columns | rising | falling); free; free &= free - 1) {
        Word queen = free & -free;
        Word c = columns | queen, r = (rising | queen) << 1, f = (falling | queen) >> 1;
        if (rows == 2)
            found += (board & ~(c | r | f)) != 0;
        else
            found += below(rows - 1, c, r, f);
    }
    return found;
}

static uint64_t half(int rows)
{
    uint64_t found = 0;
    int middle = rows / 2;
    for (int column = 0; column < middle; column++) {
        Word queen = (Word)1 << column;
        found += 2 * below(rows - 1, queen, queen << 1, queen >> 1);
    }
    if (rows % 2) {
        /* The first queen is in the middle: the mirror exchanges the sides of the second. */
        Word first = (Word)1 << middle;
        for (int column = 0; column < middle - 1; column++) {
            Word queen = (Word)1 << column;
            found += 2 * below(rows - 2, first | queen, (first << 1 | queen) << 1, (first >> 1 | queen) >> 1);
        }
    }
    return found;
}

static uint8_t buffer[(BUFFER + 1) * MOST], row[MOST], *end = buffer;
static uint64_t written, checksum;

/* What a reader would do, as little as shows that the bytes are there. */
static void empty(void)
{
    for (uint8_t *byte = buffer; byte < end; byte += 64)
        checksum += *byte;
    end = buffer;
}

static void writing(int size, int rows, Word columns, Word rising, Word falling)
{
    for (Word free = board & ~(columns | rising | falling); free; free &= free - 1) {
        Word queen = free & -free;
        Word c = columns | queen, r = (rising | queen) << 1, f = (falling | queen) >> 1;
        row[size - rows] = (uint8_t)__builtin_ctz(free);
        if (rows > 2) {
            writing(size, rows - 1, c, r, f);
            continue;
        }
        Word last = board & ~(c | r | f);
        if (!last)
            continue;
        row[size - 1] = (uint8_t)__builtin_ctz(last);
        memcpy(end, row, MOST); /* a length that the compiler knows; the next row starts inside */
        end += size;
        written++;
        if (end > buffer + BUFFER * MOST)
            empty();
    }
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int count, char **words)
{
    int size = count == 3 ? atoi(words[2]) : 0;
    if (size < 4 || size > MOST) {
        fprintf(stderr, "usage: %s whole|half|write SIZE, of 4 to %d\n", words[0], MOST);
        return 2;
    }
    board = ((Word)1 << size) - 1;
    uint64_t found;
    double start = seconds();
    if (!strcmp(words[1], "whole"))
        found = below(size, 0, 0, 0);
    else if (!strcmp(words[1], "half"))
        found = half(size);
    else {
        writing(size, size, 0, 0, 0);
        empty();
        found = written;
    }
    printf("%llu %.9f\n", (unsigned long long)found, seconds() - start);
    return checksum == 1;
}
