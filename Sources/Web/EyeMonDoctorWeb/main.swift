import Browser

startPage()
