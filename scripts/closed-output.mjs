/** Loaded before each script: a script whose reader has ended, as in `npm run doctor | head`, goes on without output. */
import process from 'node:process'

for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
