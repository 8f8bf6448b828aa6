/** Returns the command that repeats one test, for pasting into any shell. */
export function buildRerunCommand(file: string, title: string): string {
  // Both runners read the title as a pattern, so a dot replaces characters that they or a shell would interpret.
  const pattern = title.replace(/[^\p{L}\p{N}\s,:;_/=<>@#%&~'-]/gu, (sign) => '.'.repeat(sign.length))
  return `npm test -- ${file} -t "${pattern}"`
}
