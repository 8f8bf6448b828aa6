import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type PushPreferencesChange, savePushPreferences } from '#contract/push.ts'
import { callForJson } from '../../../api/call-api.ts'
import { usePushState } from '../../../device/push.ts'
import { QueryContent } from '../../../ui/note/query-content.tsx'
import { PushDevices } from './push-devices.tsx'
import { PushSwitch } from './push-switch.tsx'
import { PushTopics } from './push-topics.tsx'
import { accountQueries } from './queries.ts'
import { QuietHours } from './quiet-hours.tsx'
import { SectionFrame } from './section-frame.tsx'

export function AccountSection() {
  const client = useQueryClient()
  const options = accountQueries.push(usePushState(({ registrations }) => registrations))
  const query = useQuery({ ...options, placeholderData: keepPreviousData })
  const reload = async () => void (await query.refetch())

  const save = async (change: PushPreferencesChange) =>
    void client.setQueryData(options.queryKey, await callForJson(savePushPreferences, { body: change }))

  return (
    <SectionFrame
      title="Push notifications"
      description="What this site tells you at once, also while it is not open: what of, when, and on which devices."
    >
      <QueryContent query={query} loading={<p role="status">Loading what you have chosen …</p>}>
        {(settings) => (
          <>
            <PushSwitch registered={settings.devices.some(({ current }) => current)} onChange={reload} />
            <PushTopics topics={settings.topics} onSave={(topics) => save({ topics })} />
            <QuietHours saved={settings.quietHours} onSave={(quietHours) => save({ quietHours })} />
            <PushDevices devices={settings.devices} onChange={reload} />
          </>
        )}
      </QueryContent>
    </SectionFrame>
  )
}
