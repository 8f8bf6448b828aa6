/**
 * The packages that the built server loads from node_modules: those with native code, and those that look for
 * their own files relative to their location.
 */
export const unbundledServerPackages = ['better-sqlite3', '@node-rs/argon2', 'sharp', 'stripe', 'pdfkit']
