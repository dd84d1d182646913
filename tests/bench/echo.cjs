// Answers every line at once: `started` to `start`, `pong` to everything else.
let rest = '';
process.stdin.on('data', (chunk) => {
  rest += chunk;
  for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
    process.stdout.write(rest.slice(0, end) === 'start' ? 'started\n' : 'pong\n');
    rest = rest.slice(end + 1);
  }
});
