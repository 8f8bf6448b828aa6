/**
 * Loaded before each script. When the program that reads its output has ended, as in `npm run doctor | head`, the
 * script continues without output.
 */
import process from 'node:process'

for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
