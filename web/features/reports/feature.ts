import type { WebFeature } from '../../kit/web-feature.ts'

/** Adds the desk page with the errors that pages report (boot.ts). */
export const deskErrorsFeature: WebFeature = {
  name: 'reports',
  switchedBy: 'accounts',
  deskPages: [
    {
      path: '/desk/errors',
      title: 'Errors',
      group: 'Site',
      waiting: 'error',
      screen: 'desk/errors/errors.tsx',
    },
  ],
}
