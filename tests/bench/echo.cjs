// Answers every line at once: `started` to `start`, `pong` to everything else; exits at `quit`.
let rest = '';
process.stdin.on('data', (chunk) => {
  rest += chunk;
  for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
    const line = rest.slice(0, end);
    if (line === 'quit') process.exit(0);
    process.stdout.write(line === 'start' ? 'started\n' : 'pong\n');
    rest = rest.slice(end + 1);
  }
});
