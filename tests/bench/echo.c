/* Answers every line at once: `started` to `start`, `pong` to everything else; leaves at `quit`. */
#include <string.h>
#include <unistd.h>

static char input[65536], output[131072];

int main(void) {
    size_t have = 0;
    for (;;) {
        ssize_t got = read(0, input + have, sizeof input - have);
        if (got <= 0) return 0;
        have += (size_t)got;
        size_t from = 0, said = 0;
        for (char *end; (end = memchr(input + from, '\n', have - from)) != NULL;) {
            size_t length = (size_t)(end - (input + from));
            if (length == 4 && memcmp(input + from, "quit", 4) == 0) return 0;
            const char *answer = length == 5 && memcmp(input + from, "start", 5) == 0 ? "started\n" : "pong\n";
            size_t size = strlen(answer);
            if (said + size > sizeof output) return 1;
            memcpy(output + said, answer, size);
            said += size;
            from += length + 1;
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
