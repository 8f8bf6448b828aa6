import { useCallback, useEffect, useState } from 'react'
import { getMyPushSettings, type MyPushSettings, type PushPreferences, savePushPreferences } from '#contract/push.ts'
import { api } from '../../kit/call-api.ts'
import { problemOf, UNREACHABLE } from '../../kit/problem.ts'
import { usePush } from '../../kit/push.ts'
import { PushDevices } from './push-devices.tsx'
import { PushHere } from './push-here.tsx'
import { PushTopics } from './push-topics.tsx'
import { QuietHours } from './quiet-hours.tsx'
import { Retry } from './retry.tsx'
import { Section } from './section.tsx'

/** What one is told at once, when, and on which devices. */
export function AccountSection() {
  const [my, setMy] = useState<MyPushSettings>()
  const [problem, setProblem] = useState('')

  const load = useCallback(async () => {
    try {
      setMy(await api(getMyPushSettings))
      setProblem('')
    } catch (error) {
      setProblem((await problemOf(error, UNREACHABLE)).message)
    }
  }, [])
  const registrations = usePush(({ registrations }) => registrations)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a device that is registered meanwhile is in the list.
  useEffect(() => {
    load()
  }, [load, registrations])

  const save = async (saved: MyPushSettings, changed: Partial<PushPreferences>) => {
    const { topics, quietHours } = { ...saved, ...changed }
    setMy(await api(savePushPreferences, { body: { topics, quietHours } }))
  }

  return (
    <Section
      title="Push notifications"
      words="What this site tells you at once, also while it is not open: what of, when, and on which devices."
    >
      {problem && <Retry words={problem} onRetry={load} />}
      {!my && !problem && <p role="status">Loading what you have chosen …</p>}
      {my && (
        <>
          <PushHere registered={my.devices.some(({ current }) => current)} onChange={load} />
          <PushTopics topics={my.topics} onSave={(topics) => save(my, { topics })} />
          <QuietHours saved={my.quietHours} onSave={(quietHours) => save(my, { quietHours })} />
          <PushDevices devices={my.devices} onChange={load} />
        </>
      )}
    </Section>
  )
}
