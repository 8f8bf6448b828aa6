/** S2.40: the key of a page: its path without leading slashes, and `home` for `/`. */
export const toPageKey = (path: string): string => path.replace(/^\/+/, '') || 'home'
