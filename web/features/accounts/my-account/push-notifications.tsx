import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type MyPushSettings, type PushPreferences, savePushPreferences } from '#contract/push.ts'
import { api } from '../../../api/call-api.ts'
import { messageOf } from '../../../api/problem.ts'
import { usePush } from '../../../device/push.ts'
import { ProblemNote } from '../../../ui/note/problem-note.tsx'
import { PushDevices } from './push-devices.tsx'
import { PushSwitch } from './push-switch.tsx'
import { PushTopics } from './push-topics.tsx'
import { accountQueries } from './queries.ts'
import { QuietHours } from './quiet-hours.tsx'
import { SectionFrame } from './section-frame.tsx'

/** The section of push notifications: topics, quiet hours and devices. */
export function AccountSection() {
  const client = useQueryClient()
  const query = accountQueries.push(usePush(({ registrations }) => registrations))
  const { data: my, error, refetch } = useQuery(query)
  const reload = async () => void (await refetch())

  const save = async (saved: MyPushSettings, changed: Partial<PushPreferences>) => {
    const { topics, quietHours } = { ...saved, ...changed }
    client.setQueryData(query.queryKey, await api(savePushPreferences, { body: { topics, quietHours } }))
  }

  return (
    <SectionFrame
      title="Push notifications"
      words="What this site tells you at once, also while it is not open: what of, when, and on which devices."
    >
      {error && <ProblemNote words={messageOf(error) ?? ''} onRetry={refetch} />}
      {!my && !error && <p role="status">Loading what you have chosen …</p>}
      {my && (
        <>
          <PushSwitch registered={my.devices.some(({ current }) => current)} onChange={reload} />
          <PushTopics topics={my.topics} onSave={(topics) => save(my, { topics })} />
          <QuietHours saved={my.quietHours} onSave={(quietHours) => save(my, { quietHours })} />
          <PushDevices devices={my.devices} onChange={reload} />
        </>
      )}
    </SectionFrame>
  )
}
