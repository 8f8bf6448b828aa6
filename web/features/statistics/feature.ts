import { isAdmin, useSession } from '../../api/session.ts'
import { ignoreAdminVisits } from '../../kit/visits.ts'
import type { WebFeature } from '../../kit/web-feature.ts'

/** The feature that counts visits and readers (kit/visits.ts). The desk shows these counts. */
export const statisticsFeature: WebFeature = {
  name: 'statistics',
  switchedBy: 'statistics',
  deskPages: [{ path: '/desk/readers', title: 'Readers', group: 'Audience', screen: 'desk/readers/readers.tsx' }],
  start: () => {
    const check = ({ user }: ReturnType<typeof useSession.getState>) => {
      if (isAdmin(user)) ignoreAdminVisits()
    }
    check(useSession.getState())
    return useSession.subscribe(check)
  },
}
