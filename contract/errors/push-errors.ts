import type { ErrorDefinitions } from './error-texts.ts'

export const pushErrors = {
  push_token_invalid: {
    status: 400,
    message: 'That is no device that this site can send to. Turn push notifications off and on again.',
  },
  quiet_hours_empty: { status: 400, message: 'Quiet hours need a start and an end that differ.' },
  no_device: { status: 409, message: 'No device of yours gets push notifications yet. Turn them on first.' },
} as const satisfies ErrorDefinitions
