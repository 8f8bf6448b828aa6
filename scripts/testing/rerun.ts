/** Returns the command that repeats one test, or without a title a whole file. It can be pasted into any shell. */
export function buildRerunCommand(file: string, title?: string): string {
  if (title === undefined) return `npm test -- ${file}`
  // Both test runners read the title as a regular expression. Characters that they or a shell would interpret are
  // replaced by dots.
  const pattern = title.replace(/[^\p{L}\p{N}\s,:;_/=<>@#%&~'-]/gu, (sign) => '.'.repeat(sign.length))
  return `npm test -- ${file} -t "${pattern}"`
}
