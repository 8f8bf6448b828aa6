import { call } from '../kit/work/call.ts'

/** Makes a call of a kitchen, at a path below /api/kitchen (see `call`). */
export const callKitchen = <T>(path: '' | `/${string}`, init?: RequestInit): Promise<T> =>
  call(`/api/kitchen${path}`, init)
