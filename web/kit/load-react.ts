/** React for the browser, as an ES module, so that the first script of a page needs no helper for CommonJS. */
export { createRoot, hydrateRoot } from 'react-dom/client'
