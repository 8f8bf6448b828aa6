import { buildSite } from '../build/build-site.ts'

await buildSite(console.log)
console.log('The site is in dist/.')
