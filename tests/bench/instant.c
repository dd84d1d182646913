/* An engine that answers every request for a move at once, with the next move of its list, from the last one on with the
 * first again.
 *
 *   instant PREFIX REQUEST SUFFIX ANSWERS INFOS MOVE...
 *
 * A line that begins with REQUEST is answered by PREFIX, the move and SUFFIX, after INFOS lines of
 * `info time 0.1 eval 1`. ANSWERS are pairs `LINE=TEXT`, divided by `;`: TEXT is said after such a line, after any other
 * one if LINE is `*`, and at the start if it is empty. `quit` ends the engine; other lines are read in silence. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char input[65536], output[65536];

static char *pairs[16][2];
static int known = 0;

/* What is said after a line; NULL if nothing. */
static const char *answer_to(const char *line) {
    for (int at = 0; at < known; at++)
        if (strcmp(pairs[at][0], line) == 0 || (strcmp(pairs[at][0], "*") == 0 && *line)) return pairs[at][1];
    return NULL;
}

int main(int count, char **args) {
    if (count < 7) return 2;
    const char *prefix = args[1], *request = args[2], *suffix = args[3];
    int infos = atoi(args[5]), moves = count - 6, next = 0;
    size_t have = 0;
    for (char *pair = strtok(args[4], ";"); pair != NULL && known < 16; pair = strtok(NULL, ";")) {
        char *middle = strchr(pair, '=');
        if (middle == NULL) return 2;
        *middle = 0;
        pairs[known][0] = pair;
        pairs[known++][1] = middle + 1;
    }
    const char *greeting = answer_to("");
    if (greeting != NULL) {
        size_t length = (size_t)snprintf(output, sizeof output, "%s\n", greeting);
        if (write(1, output, length) != (ssize_t)length) return 0;
    }
    for (;;) {
        ssize_t got = read(0, input + have, sizeof input - have);
        if (got <= 0) return 0;
        have += (size_t)got;
        size_t from = 0, said = 0;
        for (char *end; (end = memchr(input + from, '\n', have - from)) != NULL;) {
            *end = 0;
            const char *line = input + from;
            char *out = output + said;
            size_t room = sizeof output - said;
            if (strcmp(line, "quit") == 0) return 0;
            if (strncmp(line, request, strlen(request)) == 0) {
                for (int info = 0; info < infos; info++) said += (size_t)snprintf(output + said, sizeof output - said, "info time 0.1 eval 1\n");
                said += (size_t)snprintf(output + said, sizeof output - said, "%s%s%s\n", prefix, args[6 + next], suffix);
                next = (next + 1) % moves;
            } else {
                const char *answer = answer_to(line);
                if (answer != NULL) said += (size_t)snprintf(out, room, "%s\n", answer);
            }
            from = (size_t)(end - input) + 1;
        }
        memmove(input, input + from, have - from);
        have -= from;
        for (size_t done = 0; done < said;) {
            ssize_t put = write(1, output + done, said - done);
            if (put <= 0) return 0;
            done += (size_t)put;
        }
    }
}
