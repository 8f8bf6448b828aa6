/** Returns the commission of a sale in minor units, with half a unit rounded up. @param rate hundredths of a per cent */
export const calculateCommission = (amount: number, rate: number): number => Math.round((amount * rate) / 10_000)

/**
 * Returns the commission that a refund gives back to the kitchen, in minor units. It is calculated from the total of all
 * refunds, so that many small refunds return exactly as much as one large refund.
 * @param before the amount that earlier refunds of the sale have returned
 */
export function calculateCommissionRefund(
  sale: { amount: number; commission: number },
  before: number,
  refund: number,
): number {
  const calculateTotal = (refunded: number) => Math.round((sale.commission * refunded) / sale.amount)
  return calculateTotal(before + refund) - calculateTotal(before)
}
