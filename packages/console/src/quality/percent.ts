export const percent = (share: number | undefined): string =>
  share === undefined ? '–' : `${(share * 100).toFixed(1)} %`;
