import { type BackupOverview, setBackupSchedule } from '#contract/backups.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useForm } from '../../../forms/use-form.ts'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { TimeZoneField } from '../../../ui/form/time-zone-field.tsx'

/** The most backups that a site keeps. */
const KEEP_MAX = 365

type ScheduleFormProps = BackupOverview & { onSaved: (backups: BackupOverview) => void }

/** The form that sets when backups are made and how many are kept. */
export function ScheduleForm({ schedule, nextAt, onSaved }: ScheduleFormProps) {
  const form = useForm({
    check: ({ time = '', keep = '' }) => ({
      time: /^\d\d:\d\d$/.test(time) ? undefined : 'Enter a time, such as 03:00.',
      keep:
        /^\d+$/.test(keep) && Number(keep) >= 1 && Number(keep) <= KEEP_MAX
          ? undefined
          : `Enter a whole number from 1 to ${KEEP_MAX}.`,
    }),
    send: async ({ isOn, time = '', timezone = '', keep = '' }) => {
      const body = { isOn: isOn === 'on', time, timeZone: timezone, keep: Number(keep) }
      onSaved(await callForJson(setBackupSchedule, { body }))
    },
  })
  return (
    <Form form={form} submit="Save the schedule" className="form" aria-label="Daily backups">
      <CheckboxField name="isOn" label="Back up every day" defaultChecked={schedule.isOn} />
      <Field name="time" type="time" label="At" defaultValue={schedule.time} />
      {/* While the schedule is off, no time zone is chosen, and the field offers the zone of the browser. */}
      <TimeZoneField {...(schedule.isOn && { chosen: schedule.timeZone })} />
      <Field
        name="keep"
        label="Backups to keep"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={schedule.keep}
        hint="When a new one is complete, the oldest ones are deleted."
      />
      <p className="soft" role="status">
        {nextAt === null ? (
          'Daily backups are off.'
        ) : (
          <>
            The next backup is made <RelativeTime at={nextAt} />. A failed one is told to all admins by mail.
          </>
        )}
      </p>
    </Form>
  )
}
