/** `npm run native -- android|ios`: creates or updates the project of the native app in native/. */

import { createNativeProject, describeNextSteps, isNativePlatform } from '../build/native/native-project.ts'
import { ensureBuilt } from './ensure-built.ts'

const [platform = ''] = process.argv.slice(2)
if (!isNativePlatform(platform)) {
  console.error('Say for which platform: npm run native -- android, or npm run native -- ios')
  process.exit(1)
}
ensureBuilt()
try {
  await createNativeProject({ platform, say: console.log })
  console.log(describeNextSteps(platform))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
