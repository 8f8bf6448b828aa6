import { useState } from 'react'
import type { PushPreferences, PushTopic } from '#contract/push.ts'
import { isAdmin, useSession } from '../../../api/session.ts'
import { useAction } from '../../../api/use-action.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { pushTopicTexts } from '../../../ui/push/push-topic-texts.ts'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { ActionStatus } from './action-status.tsx'

type Topics = PushPreferences['topics']

interface PushTopicsProps {
  /** The stored choice. */
  topics: Topics
  onSave: (changes: Partial<Topics>) => Promise<void>
}

/**
 * Checkboxes for the topics of push notifications. Only the topics that the reader has changed are saved. When saving
 * fails, the checkboxes keep the new choice, so that the reader can save it again.
 */
export function PushTopics({ topics, onSave }: PushTopicsProps) {
  const hasErrors = useSession(({ user }) => isAdmin(user))
  /** The changes that are not saved yet. */
  const [changes, setChanges] = useState<Partial<Topics>>({})
  const chosen = { ...topics, ...changes }
  const { busy, message, perform } = useAction()
  const names = (Object.keys(pushTopicTexts) as PushTopic[]).filter(
    (topic) => pushTopicTexts[topic]?.when && (hasErrors || topic !== 'errors'),
  )
  const unsaved = names.some((topic) => chosen[topic] !== topics[topic])

  const save = (changes: Partial<Topics>) => {
    if (busy) return
    setChanges(changes)
    perform({
      run: async () => {
        await onSave(changes)
        setChanges({})
        return 'Your choice is saved.'
      },
    })
  }

  return (
    <fieldset className="card-part push-choices">
      <legend>Tell me when</legend>
      {names.map((topic) => (
        <CheckboxField
          key={topic}
          label={pushTopicTexts[topic]?.when ?? ''}
          checked={chosen[topic]}
          busy={busy}
          onCheck={(checked) => save({ ...changes, [topic]: checked })}
        />
      ))}
      <ActionStatus message={message} busy={busy && 'Saving …'} />
      {unsaved && !busy && <QuietButton onClick={() => save(changes)}>Save the choice again</QuietButton>}
    </fieldset>
  )
}
