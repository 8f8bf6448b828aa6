import { defineErrors } from './error-texts.ts'

export const pushErrors = {
  ...defineErrors(400, {
    push_token_invalid: 'That is no device that this site can send to. Turn push notifications off and on again.',
    quiet_hours_empty: 'Quiet hours need a start and an end that differ.',
  }),
  ...defineErrors(409, { no_device: 'No device of yours gets push notifications yet. Turn them on first.' }),
}
