export const words = (id: string): string => {
  const text = id.replaceAll(/[_-]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** 'in_progress' as 'In progress', for react-admin's inputs. */
export const choicesOf = (ids: readonly string[]): { id: string; name: string }[] =>
  ids.map((id) => ({ id, name: words(id) }));
