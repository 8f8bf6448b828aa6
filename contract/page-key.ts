/** Returns the key of a page: its path without leading slashes, and `home` for `/` (S2.40). */
export const toPageKey = (path: string): string => path.replace(/^\/+/, '') || 'home'
