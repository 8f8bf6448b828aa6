import { describeBackplane } from '../testing/backplane-contract.ts'
import { memoryBackplane } from './memory.ts'

describeBackplane('memory', () => {
  const shared = memoryBackplane()
  return async () => shared
})
