import { defineFeature } from '../define-feature.ts'
import { createLive, type LiveOptions } from './live.ts'

export function live(options: LiveOptions) {
  const { subscriptions, close } = createLive(options)
  return defineFeature({ name: 'live', subscriptions, close })
}
