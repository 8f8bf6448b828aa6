/** Returns the command that repeats one test, or the whole file when `title` is missing. Any shell can run it. */
export function buildRerunCommand(file: string, title?: string): string {
  if (title === undefined) return `npm test -- ${file}`
  // Both test runners read the title as a regular expression. Characters that they or a shell would interpret are
  // replaced by dots.
  const pattern = title.replace(/[^\p{L}\p{N}\s,:;_/=<>@#%&~'-]/gu, (sign) => '.'.repeat(sign.length))
  return `npm test -- ${file} -t "${pattern}"`
}
