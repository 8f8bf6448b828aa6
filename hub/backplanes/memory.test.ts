import { describe, it } from 'vitest'
import { declareBackplaneTests } from './backplane-tests.ts'
import { memoryBackplane } from './memory.ts'

describe('a memory backplane', () =>
  declareBackplaneTests(it, () => {
    const shared = memoryBackplane()
    return async () => shared
  }))
