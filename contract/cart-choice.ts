/** The choice that a customer made for an option of an item, such as "Large" for "Size". */
export interface CartChoice {
  optionId: string
  choiceId: string
}

/** Returns a key that is equal for the same choice of the same option. */
export const toChoiceKey = ({ optionId, choiceId }: CartChoice): string => `${optionId} ${choiceId}`
