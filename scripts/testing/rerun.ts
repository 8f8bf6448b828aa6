/** Returns the command that runs one test again. It can be pasted into any shell. */
export function buildRerunCommand(file: string, title: string): string {
  // The title is a pattern for both runners: a dot stands for what they or a shell would read in another way.
  const pattern = title.replace(/[^\p{L}\p{N}\s,:;_/=<>@#%&~'-]/gu, (sign) => '.'.repeat(sign.length))
  return `npm test -- ${file} -t "${pattern}"`
}
