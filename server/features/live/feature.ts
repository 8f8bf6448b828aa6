import { defineFeature } from '../define-feature.ts'
import { createLive, type LiveOptions } from './live.ts'

export const live = (options: LiveOptions) => defineFeature({ name: 'live', ...createLive(options) })
