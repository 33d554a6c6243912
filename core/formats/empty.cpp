// placeholder, replaced at once
