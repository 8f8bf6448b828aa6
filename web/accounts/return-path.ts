/**
 * Where somebody goes after logging in: a path of this site and of no other, Home where there is none.
 * @param wanted what the address says; anybody may have written it
 */
export const returnPath = (wanted: string | null): string =>
  wanted && /^\/[^\\\p{Cc}]*$/u.test(wanted) && !wanted.includes('//') ? wanted : '/'
