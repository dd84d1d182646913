/* An engine that answers every request for a move at once, with the next move of its list, from the last one on with the
 * first again.
 *
 *   instant PREFIX REQUEST ANSWER INFOS MOVE...
 *
 * A line that begins with REQUEST is answered by PREFIX and the move, after INFOS lines of `info time 0.1 eval 1`. ANSWER
 * `ready` is said at once, another one to `start`. `quit` ends it, and every other line is read in silence. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char input[65536], output[65536];

int main(int count, char **args) {
    if (count < 6) return 2;
    const char *prefix = args[1], *request = args[2], *answer = args[3];
    int infos = atoi(args[4]), moves = count - 5, next = 0;
    size_t have = 0;
    if (strcmp(answer, "ready") == 0 && write(1, "ready\n", 6) != 6) return 0;
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
                said += (size_t)snprintf(output + said, sizeof output - said, "%s%s\n", prefix, args[5 + next]);
                next = (next + 1) % moves;
            } else if (strcmp(line, "start") == 0) {
                said += (size_t)snprintf(out, room, "%s\n", answer);
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
