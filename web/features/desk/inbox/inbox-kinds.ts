import { startBackup } from '#contract/backups.ts'
import { decidePartnerApplication, retryMail } from '#contract/desk.ts'
import type { InboxItem, InboxKind } from '#contract/desk-inbox.ts'
import { setKitchenApprovalStatus } from '#contract/desk-kitchens.ts'
import { type AlertKind, dismissPaymentAlert } from '#contract/desk-payments.ts'
import type { DeskComment } from '#contract/moderation.ts'
import { retryBuild } from '#contract/publishing.ts'
import { setErrorState } from '#contract/reports.ts'
import { site } from '#site'
import { callForJson } from '../../../api/call-api.ts'
import { hasOpenReports, judgeComment } from '../moderation/use-moderation-queue.ts'
import { alertTexts } from '../payments/alert-texts.ts'

/** The texts and actions of one kind of inbox items. */
interface InboxKindOptions {
  /** The label of the filter chip. */
  label: string
  /** Shown when no item of this kind waits. */
  emptyMessage: string
  heading: (item: InboxItem) => string
  /**
   * The label of the button that decides about an item, such as “Approve”. `done` sends this decision to the server.
   */
  button: string
  done: (item: InboxItem) => Promise<unknown>
  /** The message after `done`. */
  doneMessage: (item: InboxItem) => string
  /** Undoes `done`, so that the item waits again. Without this function, `done` cannot be undone. */
  undo?: (item: InboxItem) => Promise<unknown>
  /** The opposite decision, which is made after a confirmation and cannot be undone. */
  refusal?: {
    label: string
    question: (item: InboxItem) => string
    confirm: string
    run: (item: InboxItem) => Promise<unknown>
    doneMessage: (item: InboxItem) => string
  }
}

export const needsModeration = (comment: DeskComment): boolean => comment.state === 'pending' || hasOpenReports(comment)

const judge = ({ id, comment }: InboxItem, state: DeskComment['state'], reportsResolved: boolean) =>
  judgeComment({ id, editedAt: comment?.comment.editedAt }, state, reportsResolved)

const decide = ({ id }: InboxItem, approve: boolean) =>
  callForJson(decidePartnerApplication, { params: { id }, body: { approve } })

/** The kinds of the enabled features, in the order of their filter chips. */
export const inboxKindDefinitions: Partial<Record<InboxKind, InboxKindOptions>> = {
  // The build replaces each feature switch by its value, and removes the code of disabled features.
  ...(site.features.comments && {
    comment: {
      label: 'Comments',
      emptyMessage: 'No comment waits for you.',
      heading: ({ title }) => `Comment of ${title}`,
      button: 'Approve',
      done: (item) => judge(item, 'visible', true),
      doneMessage: ({ title }) => `The comment of ${title} is visible.`,
      undo: (item) => judge(item, item.comment?.state ?? 'pending', !hasOpenReports(item.comment ?? { reports: [] })),
    } satisfies InboxKindOptions,
  }),
  application: {
    label: 'Applications',
    emptyMessage: 'Nobody asks to become a partner.',
    heading: ({ title }) => `${title} asks to become a partner`,
    button: 'Approve',
    done: (item) => decide(item, true),
    doneMessage: ({ title }) => `${title} is a partner now, and a mail tells them.`,
    refusal: {
      label: 'Decline …',
      question: ({ title }) => `Decline ${title}’s application? A mail tells them, which cannot be taken back.`,
      confirm: 'Decline',
      run: (item) => decide(item, false),
      doneMessage: ({ title }) => `${title}’s application is declined, and a mail tells them.`,
    },
  },
  error: {
    label: 'Errors',
    emptyMessage: 'No error is open.',
    heading: ({ title }) => title,
    button: 'Resolve',
    done: ({ id }) => callForJson(setErrorState, { params: { id }, body: { state: 'resolved' } }),
    doneMessage: () => 'The error is resolved. If it happens again, it will be reopened.',
    undo: ({ id }) => callForJson(setErrorState, { params: { id }, body: { state: 'open' } }),
  },
  mail: {
    label: 'Mail',
    emptyMessage: 'Every mail has been sent.',
    heading: ({ title }) => `“${title}” could not be sent`,
    button: 'Send again',
    done: ({ id }) => callForJson(retryMail, { params: { id } }),
    doneMessage: ({ title }) => `“${title}” is on the way again. If it fails, it comes back here.`,
  },
  ...(site.features.ordering && {
    payment: {
      label: 'Payments',
      emptyMessage: 'No payment needs you.',
      heading: ({ title }) => alertTexts[title as AlertKind].title,
      button: 'Seen',
      done: ({ id }) => callForJson(dismissPaymentAlert, { params: { id } }),
      doneMessage: () => 'Seen. It comes again if it happens again.',
    } satisfies InboxKindOptions,
    kitchen: {
      label: 'Kitchens',
      emptyMessage: 'No kitchen waits to be opened.',
      heading: ({ title }) => `${title} waits to be opened`,
      button: 'Open to customers',
      done: ({ id: vId }) =>
        callForJson(setKitchenApprovalStatus, { params: { vId }, body: { status: 'active', reason: '' } }),
      doneMessage: ({ title }) => `${title} is open to customers. Its page among the kitchens can suspend it.`,
    } satisfies InboxKindOptions,
  }),
  build: {
    label: 'Builds',
    emptyMessage: 'Every scheduled page was built.',
    heading: () => 'The site could not be built for a scheduled page',
    button: 'Build again',
    done: () => callForJson(retryBuild),
    doneMessage: () => 'The site is being built. If it fails, it comes back here.',
  },
  backup: {
    label: 'Backups',
    emptyMessage: 'No backup has failed.',
    heading: () => 'The last backup has failed',
    button: 'Back up now',
    done: () => callForJson(startBackup),
    doneMessage: () => 'A backup is being made. If it fails, it comes back here.',
  },
}
