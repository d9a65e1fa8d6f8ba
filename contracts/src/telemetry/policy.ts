/** What members do that is counted. */
export const activityTypes = ['image_download', 'image_share'] as const;
export type ActivityType = (typeof activityTypes)[number];
