import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SECOND_MS } from '#contract/limits.ts'
import type { SetupStep } from '#contract/setup.ts'
import { useFeatureModules } from '../../../kit/feature-modules.ts'
import { useFeatures } from '../../../kit/web-feature.ts'
import { deskQueries } from '../queries.ts'
import type { StepContentByName } from './step-content.ts'

/**
 * The interval at which open steps are checked again. The admin does the steps outside this page, such as on the
 * command line or in a mailbox.
 */
const RECHECK_MS = 10 * SECOND_MS

/** Loads the setup steps of the site, and checks them again while a step is open. */
export function useSetupSteps() {
  const features = useFeatures()
  const modules = useFeatureModules<{ steps: StepContentByName }>(features.flatMap(({ setupSteps = [] }) => setupSteps))
  const query = useQuery({
    ...deskQueries.setup(),
    refetchInterval: ({ state }) => (state.data?.steps.some(isOpenStep) ? RECHECK_MS : false),
    refetchOnWindowFocus: true,
  })
  // Shown steps stay until the page is closed, even after the last step is done.
  const [isShown, show] = useState<boolean>()
  if (isShown === undefined && query.data) show(query.data.steps.some(isOpenStep))

  const contents: StepContentByName = Object.assign({}, ...(modules ?? []).map(({ steps }) => steps))
  const steps = (query.data?.steps ?? []).flatMap((step) => {
    const content = contents[step.name]
    return content ? [{ ...step, content }] : []
  })
  return {
    steps,
    isLoading: query.isPending || !modules,
    /** The problem of the first check. Without the setup steps, the rest of the desk still works. */
    error: query.data ? null : query.error,
    recheck: query.refetch,
    isShown: isShown === true,
    show,
  }
}

export type SetupState = ReturnType<typeof useSetupSteps>

export const isOpenStep = ({ state }: SetupStep): boolean => state === 'open'
